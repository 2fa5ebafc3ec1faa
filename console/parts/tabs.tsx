/** Buttons of which one is pressed, such as the states that filter a list. */
export const Tabs = <Value extends string | undefined>({
  label,
  value,
  options,
  onValue,
  className = 'tabs',
}: {
  label: string;
  value: Value;
  options: readonly (readonly [value: NoInfer<Value>, label: string, count?: number | undefined])[];
  onValue(value: NoInfer<Value>): void;
  className?: string;
}) => (
  <fieldset className={className} aria-label={label}>
    {options.map(([key, text, count]) => (
      <button key={text} type="button" aria-pressed={value === key} onClick={() => onValue(key)}>
        {text} {count !== undefined && <span className="faint num">{count}</span>}
      </button>
    ))}
  </fieldset>
);
