import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../basics/Button';

interface Props {
  icon: LucideIcon;
  /** What the button says. */
  text: string;
  /** Names what is chosen. */
  label: string;
  accept: string;
  isBusy?: boolean;
  onFile: (file: File) => void;
}

/** A button that asks for one file. */
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
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button icon={icon} isBusy={isBusy} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
