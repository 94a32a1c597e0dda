import type { LucideIcon } from 'lucide-react';
import AlignCenter from 'lucide-react/icons/text-align-center';
import AlignEnd from 'lucide-react/icons/text-align-end';
import AlignJustify from 'lucide-react/icons/text-align-justify';
import AlignStart from 'lucide-react/icons/text-align-start';
import { Dropdown, DropdownItem } from '../overlay/Dropdown';
import { RichTool, type ToolProps } from './RichTool';
import { isRightToLeft } from './richFormats';

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
      trigger={(trigger) => <RichTool icon={icon} label="Align" disabled={isDisabled} {...trigger} />}
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
