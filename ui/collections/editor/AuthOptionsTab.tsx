import type { LucideIcon } from 'lucide-react';
import ExternalLink from 'lucide-react/icons/external-link';
import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user';
import { type ComponentType, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isEqual } from '../../base/equal';
import { printHash } from '../../base/hash';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { ListInput } from '../../kit/form/ListInput';
import { NumberInput } from '../../kit/form/NumberInput';
import { Toggle } from '../../kit/form/Toggle';
import { useTextDraft } from '../../kit/form/useTextDraft';
import { Accordion, AccordionFrame } from '../../kit/layout/Accordion';
import { InfoTip } from '../../kit/overlay/InfoTip';
import { type FieldErrors, hasUnder, messageAt } from '../../model/fieldErrors';
import { atRequest } from '../../model/filter/ruleWords';
import { optionsOfCollectionType } from '../../model/optionTable';
import { can } from '../../page/capabilities';
import { NotHere } from '../../page/NotHere';
import css from './AuthOptionsTab.module.css';
import type { CollectionEditor } from './collectionEditor';
import { listMessage } from './collectionErrors';
import { keptOptions } from './collectionForm';
import { listOf } from './fields/options/useOption';

interface Props {
  editor: CollectionEditor;
}

export function AuthOptionsTab({ editor }: Props) {
  const { errors } = useSnapshot(editor.state);
  const error = messageAt(errors, 'options');
  const { fields, options } = useSnapshot(editor.state.form);
  // On a newer server a user name is a field, which not every collection has. Without it, the method can be disabled.
  const [wasOn] = useState(options['allowUsernameAuth'] === true);
  const hasNames = wasOn || can('accountNames') || fields.some(({ name }) => name === 'username');
  const shown = methods.filter(({ option }) => hasNames || option !== 'allowUsernameAuth');
  const kept = keptOptions(options, viewed);
  const wrong = methods.filter((method) => hasFaults(errors, method)).map(({ option }) => option);
  const [open, setOpen] = useState(wrong[0] ?? null);
  const [known, setKnown] = useState(wrong);
  if (!isEqual(wrong, known)) {
    setKnown(wrong);
    // Open the part with the error, so that its input is visible and can get the focus.
    const news = wrong.find((option) => !known.includes(option));
    if (news !== undefined && !(open !== null && wrong.includes(open))) setOpen(news);
  }
  return (
    <div className={css.root}>
      {error && <p className={css.error}>{error}</p>}
      <section className={css.group}>
        <h3 className="strong">Auth methods</h3>
        <AccordionFrame>
          {shown.map((method) => (
            <MethodPart
              key={method.option}
              editor={editor}
              {...method}
              isOpen={method.option === open}
              onToggle={(isOpen) => setOpen(isOpen ? method.option : null)}
            />
          ))}
        </AccordionFrame>
      </section>
      <section className={css.group}>
        <h3 className="strong">General</h3>
        <PasswordLength editor={editor} />
        <Choice
          editor={editor}
          option="requireEmail"
          label="Always require email"
          info="Applies to new records only. Some OAuth2 providers return no email: sign-ups with them are then refused."
        />
        {isOtherRule(options['authRule']) ? (
          <p className="hint">
            {options['authRule'] === null
              ? 'Nobody can sign in: the rule for it is locked.'
              : 'Only users that match this rule can sign in:'}{' '}
            <code translate="no">{options['authRule'] as string | null}</code>
          </p>
        ) : (
          <Choice
            editor={editor}
            option="onlyVerified"
            label="Forbid authentication for unverified users"
            info={`Refuses new sign-ins of unverified users (403). For finer control, leave this off and check ${atRequest.auth}.verified in the rules.`}
          />
        )}
        {kept.length > 0 && <p className="hint">Also kept: {kept.join(', ')}</p>}
      </section>
    </div>
  );
}

/** The groups of a newer server that are viewed as options of this tab. */
const viewed = [...Object.keys(optionsOfCollectionType('auth')), 'passwordAuth', 'authRule'];

/** True for a rule of a newer server that is more than the choice of verified users. It is kept. */
const isOtherRule = (rule: unknown) =>
  rule !== undefined && !['', 'verified=true'].includes(String(rule ?? '-').replaceAll(/\s/g, ''));

interface MethodPartProps extends Props, Method {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function MethodPart({ editor, icon, title, option, More, isOpen, onToggle, ...method }: MethodPartProps) {
  const { value, error, isChanged, set } = useCollectionOption(editor, option);
  const isEnabled = value === true;
  const hasErrors = hasFaults(useSnapshot(editor.state).errors, { option, ...method });
  return (
    <Accordion
      icon={icon}
      title={title}
      level={4}
      hasErrors={hasErrors}
      status={<Badge kind={isEnabled ? 'success' : 'neutral'}>{isEnabled ? 'Enabled' : 'Disabled'}</Badge>}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <div className={css.method}>
        <Toggle
          label="Enable"
          isOn={isEnabled}
          isChanged={isChanged}
          aria-invalid={error !== null || undefined}
          onChange={set}
        />
        {error && <p className={css.error}>{error}</p>}
        {More && (isEnabled || hasErrors) && <More editor={editor} />}
      </div>
    </Accordion>
  );
}

/** The providers are settings of the whole server, so they open in another tab. Not all servers have that page. */
function ProvidersLink() {
  if (!can('providersPage')) return <NotHere ability="providersPage" />;
  return (
    <Button
      className={css.providers}
      size="small"
      icon={ExternalLink}
      href={printHash('/settings/auth-providers')}
      target="_blank"
      rel="noreferrer"
    >
      Manage OAuth2 providers
    </Button>
  );
}

/** The server accepts only one of the two lists. */
function DomainLists({ editor }: Props) {
  const except = useCollectionOption(editor, 'exceptEmailDomains');
  const only = useCollectionOption(editor, 'onlyEmailDomains');
  const [exceptCount, onlyCount] = [listOf(except.value).length, listOf(only.value).length];
  return (
    <>
      <DomainList
        {...except}
        label="Except domains"
        isDisabled={onlyCount > 0 && exceptCount === 0}
        help="Comma-separated email domains that cannot sign up. Cannot be combined with Only domains."
      />
      <DomainList
        {...only}
        label="Only domains"
        isDisabled={exceptCount > 0 && onlyCount === 0}
        help="Comma-separated email domains; no others can sign up. Cannot be combined with Except domains."
      />
    </>
  );
}

interface DomainListProps extends CollectionOption {
  label: string;
  isDisabled: boolean;
  help: string;
}

function DomainList({ value, error, isChanged, set, label, isDisabled, help }: DomainListProps) {
  return (
    <Field label={label} isChanged={isChanged} help={help} error={error}>
      {(control) => (
        <ListInput
          {...control}
          disabled={isDisabled}
          placeholder="eg. example.com, example.org"
          value={listOf(value)}
          onChange={set}
        />
      )}
    </Field>
  );
}

function PasswordLength({ editor }: Props) {
  const { path, value, error, isChanged, set } = useCollectionOption(editor, 'minPasswordLength');
  const { text, type } = useTextDraft<unknown>(value, (length) => String(length ?? ''), numberOf);
  return (
    <Field
      label="Minimum password length"
      isRequired
      isChanged={isChanged}
      error={error}
      help="From 5 to 72 characters."
    >
      {(control) => (
        <NumberInput {...control} data-place={path} value={text} onChange={(typed) => set(type(typed))} />
      )}
    </Field>
  );
}

interface ChoiceProps extends Props {
  option: string;
  label: string;
  info: string;
}

function Choice({ editor, option, label, info }: ChoiceProps) {
  const { value, error, isChanged, set } = useCollectionOption(editor, option);
  return (
    <div>
      <div className={css.choice}>
        <Toggle
          label={label}
          isOn={value === true}
          isChanged={isChanged}
          aria-invalid={error !== null || undefined}
          onChange={set}
        />
        <InfoTip label={label} text={info} />
      </div>
      {error && <p className={css.error}>{error}</p>}
    </div>
  );
}

interface Method {
  icon: LucideIcon;
  title: string;
  option: string;
  /** The other options of the method. */
  parts?: readonly string[];
  /** Shown if the method is enabled, or if it has an error. */
  More?: ComponentType<Props>;
}

const methods: readonly Method[] = [
  { icon: User, title: 'Username/Password', option: 'allowUsernameAuth' },
  {
    icon: Mail,
    title: 'Email/Password',
    option: 'allowEmailAuth',
    parts: ['exceptEmailDomains', 'onlyEmailDomains'],
    More: DomainLists,
  },
  { icon: KeyRound, title: 'OAuth2', option: 'allowOAuth2Auth', More: ProvidersLink },
];

const hasFaults = (errors: FieldErrors, { option, parts = [] }: Pick<Method, 'option' | 'parts'>) =>
  [option, ...parts].some((name) => hasUnder(errors, `options.${name}`));

type CollectionOption = ReturnType<typeof useCollectionOption>;

function useCollectionOption(editor: CollectionEditor, name: string) {
  const value = useSnapshot(editor.state.form, { sync: true }).options[name];
  const { errors, changed } = useSnapshot(editor.state);
  const path = `options.${name}` as const;
  return {
    path,
    value,
    error: listMessage(errors, path, listOf(value)),
    isChanged: changed[path] === true,
    set: (next: unknown) => editor.edit(path, ({ setOption }) => setOption(name, next)),
  };
}

/** Returns any other text as typed, so that the check refuses it. */
const numberOf = (text: string): unknown => (/^\s*\d+\s*$/.test(text) ? Number(text) : text);
