import type { LucideIcon } from 'lucide-react';
import Baseline from 'lucide-react/icons/baseline';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Highlighter from 'lucide-react/icons/highlighter';
import Image from 'lucide-react/icons/image';
import AlignCenter from 'lucide-react/icons/text-align-center';
import AlignEnd from 'lucide-react/icons/text-align-end';
import AlignJustify from 'lucide-react/icons/text-align-justify';
import AlignStart from 'lucide-react/icons/text-align-start';
import { useEffect, useRef } from 'react';
import { sentenceCase } from '../../platform/text';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../overlay/Dropdown';
import type { RichEditor } from './quillEditor';
import css from './RichTextToolbar.module.css';
import type { RichFormats } from './richFormats';

export interface ToolProps {
  editor: RichEditor | null;
  formats: RichFormats;
  isDisabled: boolean;
}

const styles: [name: string, formats: RichFormats][] = [
  ['Normal', { header: false, 'code-block': false }],
  ...[1, 2, 3, 4, 5, 6].map((header): [string, RichFormats] => [`Heading ${header}`, { header }]),
  ['Code block', { 'code-block': 'code' }],
];

export function StyleMenu({ editor, formats, isDisabled }: ToolProps) {
  const { header } = formats;
  const code = formats['code-block'] ? 'Code block' : 'Normal';
  const current = typeof header === 'number' ? `Heading ${header}` : code;
  return (
    <Dropdown
      label="Style"
      trigger={(trigger) => (
        <Button
          kind="quiet"
          size="small"
          iconAtEnd={ChevronDown}
          className={css.style}
          aria-label={`Style: ${current}`}
          disabled={isDisabled}
          {...trigger}
        >
          {current}
        </Button>
      )}
    >
      {styles.map(([name, wanted]) => (
        <DropdownItem key={name} isChecked={name === current} onSelect={() => editor?.format(wanted)}>
          {name}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}

/** Names that HTML itself has for colours: they can be read, in the source and aloud. */
const inks =
  'black dimgray brown firebrick chocolate darkgoldenrod olive green teal steelblue royalblue purple mediumvioletred';
const markers =
  'lightgray mistyrose peachpuff moccasin khaki palegreen paleturquoise lightskyblue lavender thistle pink';

const palettes = {
  color: { label: 'Text color', icon: Baseline, names: inks.split(' ') },
  background: { label: 'Background color', icon: Highlighter, names: markers.split(' ') },
};

export function ColourMenu({ of, editor, formats, isDisabled }: ToolProps & { of: keyof typeof palettes }) {
  const { label, icon, names } = palettes[of];
  const current = formats[of];
  const picker = useRef<HTMLInputElement>(null);
  const latest = useRef(editor);

  useEffect(() => {
    latest.current = editor;
  });

  useEffect(() => {
    const input = picker.current;
    // React would tell of every step on the way to the colour.
    const handleChange = () => latest.current?.format({ [of]: input?.value });
    input?.addEventListener('change', handleChange);
    return () => input?.removeEventListener('change', handleChange);
  }, [of]);

  return (
    <span className={css.colour}>
      <Dropdown
        label={label}
        trigger={(trigger) => <Tool icon={icon} label={label} disabled={isDisabled} {...trigger} />}
      >
        <DropdownItem isChecked={!current} onSelect={() => editor?.format({ [of]: false })}>
          None
        </DropdownItem>
        <DropdownSeparator />
        {names.map((name) => (
          <DropdownItem
            key={name}
            isChecked={name === current}
            onSelect={() => editor?.format({ [of]: name })}
          >
            <span className={css.swatch} style={{ background: name }} />
            {sentenceCase(name)}
          </DropdownItem>
        ))}
        <DropdownSeparator />
        <DropdownItem onSelect={() => picker.current?.click()}>Other...</DropdownItem>
      </Dropdown>
      <input ref={picker} type="color" className={css.picker} tabIndex={-1} aria-hidden />
    </span>
  );
}

const alignments: [name: string, align: string | false, icon: LucideIcon][] = [
  ['Left', 'left', AlignStart],
  ['Center', 'center', AlignCenter],
  ['Right', 'right', AlignEnd],
  ['Justify', 'justify', AlignJustify],
];

export function AlignMenu({ editor, formats, isDisabled }: ToolProps) {
  const start = isRightToLeft(formats) ? 'right' : 'left';
  const current = formats['align'] ?? start;
  const icon = alignments.find(([, align]) => align === current)?.[2] ?? AlignStart;
  return (
    <Dropdown
      label="Align"
      trigger={(trigger) => <Tool icon={icon} label="Align" disabled={isDisabled} {...trigger} />}
    >
      {alignments.map(([name, align, itsIcon]) => (
        <DropdownItem
          key={name}
          icon={itsIcon}
          isChecked={align === current}
          onSelect={() => editor?.format({ align: align === start ? false : align })}
        >
          {name}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}

export function isRightToLeft(formats: RichFormats): boolean {
  return String(formats['direction'] ?? '').endsWith('rtl');
}

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
        trigger={(trigger) => <Tool icon={Image} label="Image" disabled={isDisabled} {...trigger} />}
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

/** A button of the toolbar. */
export function Tool(props: React.ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className={css.tool} />;
}
