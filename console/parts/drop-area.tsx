import { type ReactNode, useState } from 'react';

/** Takes files that are dropped on it. A button inside does the same by keyboard. */
export function DropArea({
  className = '',
  onFiles,
  children,
}: {
  className?: string;
  onFiles(files: FileList): void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button inside does the same
    <div
      className={[className, 'stack drop', isOver && 'is-over'].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      {children}
    </div>
  );
}
