import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from '../basics/Button';
import { Dropdown, DropdownItem } from '../overlay/Dropdown';
import css from './RichTextToolbar.module.css';
import type { ToolProps } from './RichTool';
import type { RichFormats } from './richFormats';

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
