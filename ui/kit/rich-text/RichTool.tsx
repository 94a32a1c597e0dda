import Baseline from 'lucide-react/icons/baseline';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Highlighter from 'lucide-react/icons/highlighter';
import { type ComponentProps, useEffect, useRef } from 'react';
import { sentenceCase } from '../../base/text';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../overlay/Dropdown';
import css from './RichTextToolbar.module.css';
import type { RichEditor } from './richEditor';
import type { RichFormats } from './richFormats';

/** The props of every menu in the toolbar. */
export interface ToolProps {
  editor: RichEditor | null;
  formats: RichFormats;
  isDisabled: boolean;
}

export function RichTool(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className={css.tool} />;
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

/** HTML's own names of colours: readable in the source and when spoken. */
const inks =
  'black, dim gray, brown, firebrick, chocolate, dark goldenrod, olive, green, teal, steel blue, royal blue, purple, medium violet red';
const markers =
  'light gray, misty rose, peach puff, moccasin, khaki, pale green, pale turquoise, light sky blue, lavender, thistle, pink';

const palettes = {
  color: { label: 'Text color', icon: Baseline, names: inks.split(', ') },
  background: { label: 'Background color', icon: Highlighter, names: markers.split(', ') },
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
    // Listens to the native event, because React reports every step while the colour is being picked.
    const handleChange = () => latest.current?.format({ [of]: input?.value });
    input?.addEventListener('change', handleChange);
    return () => input?.removeEventListener('change', handleChange);
  }, [of]);

  return (
    <span className={css.colour}>
      <Dropdown
        label={label}
        trigger={(trigger) => <RichTool icon={icon} label={label} disabled={isDisabled} {...trigger} />}
      >
        <DropdownItem isChecked={!current} onSelect={() => editor?.format({ [of]: false })}>
          None
        </DropdownItem>
        <DropdownSeparator />
        {names.map((name) => {
          const colour = name.replaceAll(' ', '');
          return (
            <DropdownItem
              key={name}
              isChecked={colour === current}
              onSelect={() => editor?.format({ [of]: colour })}
            >
              <span className={css.swatch} style={{ background: colour }} />
              {sentenceCase(name)}
            </DropdownItem>
          );
        })}
        <DropdownSeparator />
        <DropdownItem onSelect={() => picker.current?.click()}>Other...</DropdownItem>
      </Dropdown>
      <input ref={picker} type="color" className={css.picker} tabIndex={-1} aria-hidden />
    </span>
  );
}
