import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cut } from '../../../base/text';
import { announce } from '../../../kit/basics/announce';
import { Badge } from '../../../kit/basics/Badge';
import { Button } from '../../../kit/basics/Button';
import { Icon } from '../../../kit/basics/Icon';
import { CodeEditor, type CodeEditorProps } from '../../../kit/code-editor/CodeEditor';
import { Field, type FieldControl } from '../../../kit/form/Field';
import { Dropdown, DropdownItem } from '../../../kit/overlay/Dropdown';
import { InfoTip } from '../../../kit/overlay/InfoTip';
import { messageAt } from '../../../model/fieldErrors';
import { explainFilter } from '../../../model/filter/explainFilter';
import * as confirm from '../../../page/confirm';
import type { CollectionEditor } from '../collectionEditor';
import { isWriting, pathOfRule, type RuleKey, ruleLabels } from '../collectionForm';
import css from './RuleInput.module.css';
import type { RulePreset } from './rulePresets';

interface Props {
  editor: CollectionEditor;
  ruleKey: RuleKey;
  words: CodeEditorProps['words'];
  knownFields: readonly string[] | null;
  presets: readonly RulePreset[];
  info?: string | undefined;
  help?: ReactNode;
  below?: ReactNode;
}

const minHeight = 60;
const longestQuoted = 200;
const maxHeight = 300;

/** A rule is locked (admins only) or a filter, which may be empty. */
export function RuleInput({ editor, ruleKey, words, knownFields, presets, info, help, below }: Props) {
  const rule = useSnapshot(editor.state.form, { sync: true }).rules[ruleKey];
  const { errors, changed } = useSnapshot(editor.state);
  const { hint, showHint } = useRuleHint(rule, knownFields);
  const root = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const id = useId();
  const isLocked = rule === null;
  const isManage = ruleKey === 'manageRule';
  const label = ruleLabels[ruleKey];
  const path = pathOfRule(ruleKey);
  const isPublic = rule === '' && !isManage;
  const error = messageAt(errors, path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element with the focus was removed
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const control = root.current?.querySelector<HTMLElement>('textarea, button[aria-labelledby]');
    control?.focus();
    if (control instanceof HTMLTextAreaElement) control.selectionStart = control.value.length;
  }, [isLocked]);

  function handleUnlock() {
    takesFocus.current = true;
    editor.edit(path, ({ unlock }) => unlock(ruleKey));
  }

  function handleLock() {
    takesFocus.current = true;
    editor.edit(path, ({ lock }) => lock(ruleKey));
  }

  async function handlePreset({ label: name, rule: text }: RulePreset) {
    const typed = editor.state.form.rules[ruleKey] ?? '';
    const isOwn = typed.trim() !== '' && presets.every((preset) => preset.rule !== typed);
    const question = `Do you want to replace the rule ${cut(typed, longestQuoted)} with "${name}"?`;
    if (isOwn && !(await confirm.ask(question))) return;
    editor.edit(path, ({ setRule }) => setRule(ruleKey, text));
  }

  const lockButton = !isLocked && (
    <span className={css.actions}>
      {presets.length > 0 && (
        <Dropdown
          label={`Presets: ${label}`}
          placement="bottom-end"
          trigger={(props) => (
            <Button {...props} kind="quiet" size="small" icon={ChevronDown} aria-label={`Presets: ${label}`}>
              Presets
            </Button>
          )}
        >
          {presets.map((preset) => (
            <DropdownItem key={preset.label} isName onSelect={() => void handlePreset(preset)}>
              {preset.label}
            </DropdownItem>
          ))}
        </Dropdown>
      )}
      {info && <InfoTip label={`the ${lowered(label)}`} text={info} />}
      <Button kind="quiet" size="small" icon={Lock} onClick={handleLock}>
        Set Admins only
        <span className="visuallyHidden"> ({label})</span>
      </Button>
    </span>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notes when the focus leaves the input inside
    <div ref={root} onBlur={showHint} data-place={path}>
      <Field
        label={label}
        isRequired={isManage && !isLocked}
        isChanged={changed[path] === true}
        mark={
          isPublic && (
            <Badge kind={isWriting(ruleKey) ? 'danger' : 'warning'}>
              <Icon of={Globe} size={11} />
              Public: anyone
            </Badge>
          )
        }
        error={error}
        hint={lockButton}
        help={help}
        id={id}
      >
        {(control) =>
          isLocked ? (
            <LockedRule control={control} onUnlock={handleUnlock} />
          ) : (
            <>
              <CodeEditor
                {...control}
                aria-describedby={described(control, hint && !error ? `${id}-faults` : undefined)}
                language="filter"
                words={words}
                minHeight={minHeight}
                maxHeight={maxHeight}
                placeholder={isManage ? undefined : 'Leave empty to grant everyone access...'}
                value={rule}
                onChange={(text) => editor.edit(path, ({ setRule }) => setRule(ruleKey, text))}
              />
              {hint && !error && (
                <p className={css.hint} id={`${id}-faults`}>
                  <Icon of={TriangleAlert} size={13} />
                  <span>{hint}</span>
                </p>
              )}
            </>
          )
        }
      </Field>
      {below}
    </div>
  );
}

/**
 * No label element: it would replace the text of the button for screen readers, and a click on it would press the
 * button.
 */
function LockedRule({ control, onUnlock }: { control: FieldControl; onUnlock: () => void }) {
  return (
    <button
      type="button"
      className={css.locked}
      aria-labelledby={`${control.id}-label ${control.id}-locked`}
      aria-describedby={control['aria-describedby']}
      aria-invalid={control['aria-invalid']}
      onClick={onUnlock}
    >
      <Icon of={Lock} />
      <span className={css.words} id={`${control.id}-locked`}>
        <span>Admins only</span>{' '}
        <span className={css.unlock}>
          <Icon of={LockOpen} size="small" />
          Unlock and set custom rule
        </span>
      </span>
    </button>
  );
}

const described = (control: FieldControl, hintId: string | undefined) =>
  [control['aria-describedby'], hintId].filter(Boolean).join(' ') || undefined;

const lowered = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** A hint appears after a pause in typing; inside a word, after a longer one. */
const restMs = 800;
const wordRestMs = 2000;

/** Returns the hint about the typed rule. `showHint` shows it at once. */
function useRuleHint(rule: string | null, knownFields: readonly string[] | null) {
  const fault = rule === null ? null : ruleHint(rule, knownFields);
  const [shown, setShown] = useState(fault);
  const last = useRef({ rule, wait: restMs });

  const tell = useCallback((news: string) => {
    setShown(news);
    announce(news);
  }, []);

  useEffect(() => {
    if (last.current.rule !== rule) {
      const isInWord = endsInWord(last.current.rule ?? '', rule ?? '');
      last.current = { rule, wait: isInWord ? wordRestMs : restMs };
    }
    if (fault === shown) return;
    // A hint that is no longer right disappears at once.
    if (shown !== null) setShown(null);
    if (fault === null) return;
    const timer = setTimeout(() => tell(fault), last.current.wait);
    return () => clearTimeout(timer);
  }, [rule, fault, shown, tell]);

  return {
    hint: fault === shown ? shown : null,
    showHint: () => {
      if (fault !== null && fault !== shown) tell(fault);
    },
  };
}

/** Explains a mistake in a rule; null if none is found. The server may find others. */
export function ruleHint(rule: string, knownFields: readonly string[] | null): string | null {
  if (rule !== '' && rule.trim() === '') return 'The rule contains only spaces.';
  return explainFilter(rule, knownFields)?.replace('The filter holds', 'The rule holds') ?? null;
}

/** True if the last edit ended inside a word, which may be typed on. */
export function endsInWord(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return /[\w.:@]/.test(after.charAt(after.length - same - 1));
}
