/** Where work begins. Loaded with the first visit, because most of a day is spent on what is open already. */
export { ScreenSomeone } from './start/screen-someone.tsx';
