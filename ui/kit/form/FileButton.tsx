import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../basics/Button';

interface Props {
  icon: LucideIcon;
  text: string;
  /** The end of the text, for which narrow screens have no room. */
  wideText?: string | undefined;
  /** The accessible name of the file input. */
  label: string;
  accept: string;
  isBusy?: boolean;
  /** True if it uploads the file. */
  writes?: boolean;
  onFile: (file: File) => void;
}

export function FileButton({
  icon,
  text,
  wideText,
  label,
  accept,
  isBusy = false,
  writes = false,
  onFile,
}: Props) {
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
      <Button icon={icon} writes={writes} isBusy={isBusy} onClick={() => input.current?.click()}>
        {text}
        {wideText && <span className="onlyWide"> {wideText}</span>}
      </Button>
    </>
  );
}
