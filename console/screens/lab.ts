/** Screens that write and test policies. They load together, because a text leads to a backtest. */
export { BacktestScreen } from './policies/backtest.tsx';
export { Backtests } from './policies/backtests.tsx';
export { NewPolicy, PolicyLab } from './policies/lab.tsx';
