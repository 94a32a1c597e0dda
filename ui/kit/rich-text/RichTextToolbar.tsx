import type { LucideIcon } from 'lucide-react';
import Baseline from 'lucide-react/icons/baseline';
import Bold from 'lucide-react/icons/bold';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Code from 'lucide-react/icons/code';
import FileCode from 'lucide-react/icons/file-code';
import Highlighter from 'lucide-react/icons/highlighter';
import Image from 'lucide-react/icons/image';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import PilcrowLeft from 'lucide-react/icons/pilcrow-left';
import Quote from 'lucide-react/icons/quote';
import RemoveFormatting from 'lucide-react/icons/remove-formatting';
import Strikethrough from 'lucide-react/icons/strikethrough';
import AlignCenter from 'lucide-react/icons/text-align-center';
import AlignEnd from 'lucide-react/icons/text-align-end';
import AlignJustify from 'lucide-react/icons/text-align-justify';
import AlignStart from 'lucide-react/icons/text-align-start';
import Underline from 'lucide-react/icons/underline';
import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { hasModifier } from '../../base/keys';
import { sentenceCase } from '../../base/text';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../overlay/Dropdown';
import css from './RichTextToolbar.module.css';
import type { RichEditor } from './richEditor';
import { isRightToLeft, type RichFormats } from './richFormats';
import type { Direction } from './richTextProps';

interface RichTextToolbarProps extends ToolProps {
  handle: RefObject<{ focus: () => void } | null>;
  isSource: boolean;
  isFullScreen: boolean;
  onSource: () => void;
  onFullScreen: () => void;
  onLink: () => void;
  onDirection: (direction: Direction) => void;
  onPick: (() => void) | undefined;
  onFiles: (files: readonly File[]) => void;
}

type Toggle = [label: string, icon: LucideIcon, formats: RichFormats, offFormats?: RichFormats];

const letterToggles: Toggle[] = [
  ['Bold', Bold, { bold: true }],
  ['Italic', Italic, { italic: true }],
  ['Underline', Underline, { underline: true }],
  ['Strikethrough', Strikethrough, { strike: true }],
];

const noList = { list: false, indent: false };
const lineToggles: Toggle[] = [
  ['Bulleted list', List, { list: 'bullet' }, noList],
  ['Numbered list', ListOrdered, { list: 'ordered' }, noList],
  ['Quote', Quote, { blockquote: true }],
];

/** The toolbar above rich text: one Tab stop; arrow keys move from button to button. */
export function RichTextToolbar(props: RichTextToolbarProps) {
  const { editor, formats, handle, isSource } = props;
  const toolbar = useRef<HTMLDivElement>(null);
  useToolbarFocus(toolbar);
  useImperativeHandle(handle, () => ({
    focus: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  }));
  const isDisabled = props.isDisabled || !editor;
  const tool = { editor, formats, isDisabled };
  const isRtl = isRightToLeft(formats);

  function handleDirection() {
    editor?.format({ direction: isRtl ? false : 'rtl' });
    props.onDirection(isRtl ? 'ltr' : 'rtl');
  }

  return (
    <div
      ref={toolbar}
      className={css.root}
      role="toolbar"
      aria-keyshortcuts="Alt+F10"
      aria-label="Formatting"
      aria-orientation="horizontal"
    >
      {isSource ? (
        <span className={css.source}>HTML source</span>
      ) : (
        <>
          <StyleMenu {...tool} />
          <Rule />
          <Toggles of={letterToggles} {...tool} />
          <ColourMenu of="color" {...tool} />
          <ColourMenu of="background" {...tool} />
          <Rule />
          <Toggles of={lineToggles} {...tool} />
          <AlignMenu {...tool} />
          <RichTool
            icon={PilcrowLeft}
            label="Right to left"
            aria-pressed={isRtl}
            disabled={isDisabled}
            onClick={handleDirection}
          />
          <Rule />
          <RichTool
            icon={Link}
            label="Link"
            aria-pressed={'link' in formats}
            disabled={isDisabled}
            onClick={props.onLink}
          />
          <ImageMenu isDisabled={isDisabled} onPick={props.onPick} onFiles={props.onFiles} />
          <Toggles of={[['Code', Code, { code: true }]]} {...tool} />
          <RichTool
            icon={RemoveFormatting}
            label="Remove formatting"
            disabled={isDisabled}
            onClick={() => editor?.clearFormats()}
          />
        </>
      )}
      <span className={css.end}>
        <RichTool icon={FileCode} label="Source" aria-pressed={isSource} onClick={props.onSource} />
        <RichTool
          icon={props.isFullScreen ? Minimize : Maximize}
          label="Full screen"
          aria-pressed={props.isFullScreen}
          onClick={props.onFullScreen}
        />
      </span>
    </div>
  );
}

function Rule() {
  return <span className={css.rule} aria-hidden />;
}

function Toggles({ of, editor, formats, isDisabled }: ToolProps & { of: Toggle[] }) {
  return of.map(([label, icon, wanted, unwanted]) => {
    const isOn = Object.entries(wanted).every(([name, value]) => formats[name] === value);
    const off = unwanted ?? Object.fromEntries(Object.keys(wanted).map((name) => [name, false]));
    return (
      <RichTool
        key={label}
        icon={icon}
        label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        onClick={() => editor?.format(isOn ? off : wanted)}
      />
    );
  });
}

const alignments: [name: string, align: string | false, icon: LucideIcon][] = [
  ['Left', 'left', AlignStart],
  ['Center', 'center', AlignCenter],
  ['Right', 'right', AlignEnd],
  ['Justify', 'justify', AlignJustify],
];

function AlignMenu({ editor, formats, isDisabled }: ToolProps) {
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

interface ImageMenuProps {
  isDisabled: boolean;
  /** Undefined if no stored picture can be chosen. */
  onPick: (() => void) | undefined;
  onFiles: (files: readonly File[]) => void;
}

function ImageMenu({ isDisabled, onPick, onFiles }: ImageMenuProps) {
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
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

const buttons = 'button:not(:disabled)';
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Makes a row of buttons one Tab stop; arrow keys, Home and End move between them. A press with the pointer
 * does not move the focus.
 */
function useToolbarFocus(toolbar: RefObject<HTMLElement | null>): void {
  const lastFocused = useRef<Element>(null);

  // Runs after every render, because buttons come and go.
  useLayoutEffect(() => {
    if (toolbar.current) makeOneStop(toolbar.current, lastFocused.current);
  });

  useEffect(() => {
    const element = toolbar.current;
    if (!element) return;

    const handleKey = (event: KeyboardEvent) => {
      const all = [...element.querySelectorAll<HTMLElement>(buttons)];
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (at < 0 || hasModifier(event)) return;
      const step = steps[event.key];
      const ends = { Home: all[0], End: all.at(-1) }[event.key];
      const next = step === undefined ? ends : all[(at + step + all.length) % all.length];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const handleFocus = ({ target }: FocusEvent) => {
      lastFocused.current = target as Element;
      makeOneStop(element, lastFocused.current);
    };
    const handlePress = (event: MouseEvent) => event.preventDefault();

    element.addEventListener('keydown', handleKey);
    element.addEventListener('focusin', handleFocus);
    element.addEventListener('mousedown', handlePress);
    return () => {
      element.removeEventListener('keydown', handleKey);
      element.removeEventListener('focusin', handleFocus);
      element.removeEventListener('mousedown', handlePress);
    };
  }, [toolbar]);
}

function makeOneStop(toolbar: HTMLElement, wanted: Element | null): void {
  const all = [...toolbar.querySelectorAll<HTMLElement>(buttons)];
  const stop = all.find((button) => button === wanted) ?? all[0];
  for (const button of all) button.tabIndex = button === stop ? 0 : -1;
}

interface ToolProps {
  editor: RichEditor | null;
  formats: RichFormats;
  isDisabled: boolean;
}

function RichTool(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className={css.tool} />;
}

const styles: [name: string, formats: RichFormats][] = [
  ['Normal', { header: false, 'code-block': false }],
  ...[1, 2, 3, 4, 5, 6].map((header): [string, RichFormats] => [`Heading ${header}`, { header }]),
  ['Code block', { 'code-block': 'code' }],
];

function StyleMenu({ editor, formats, isDisabled }: ToolProps) {
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

function ColourMenu({ of, editor, formats, isDisabled }: ToolProps & { of: keyof typeof palettes }) {
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
