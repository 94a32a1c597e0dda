import Image from 'lucide-react/icons/image';
import { useRef } from 'react';
import { Dropdown, DropdownItem } from '../overlay/Dropdown';
import { RichTool } from './RichTool';

interface ImageMenuProps {
  isDisabled: boolean;
  /** Undefined where no stored picture can be chosen. */
  onPick: (() => void) | undefined;
  onFiles: (files: readonly File[]) => void;
}

export function ImageMenu({ isDisabled, onPick, onFiles }: ImageMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Dropdown
        label="Image"
        trigger={(trigger) => <RichTool icon={Image} label="Image" disabled={isDisabled} {...trigger} />}
      >
        {onPick && <DropdownItem onSelect={onPick}>From collection</DropdownItem>}
        <DropdownItem onSelect={() => input.current?.click()}>Inline</DropdownItem>
      </Dropdown>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
