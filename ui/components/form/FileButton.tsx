import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../basics/Button';

interface Props {
  icon: LucideIcon;
  /** The text on the button. */
  text: string;
  /** The accessible name of the file input. */
  label: string;
  accept: string;
  isBusy?: boolean;
  onFile: (file: File) => void;
}

/** A button that opens the browser's file dialog for one file. */
export function FileButton({ icon, text, label, accept, isBusy = false, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      <Button icon={icon} isBusy={isBusy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
