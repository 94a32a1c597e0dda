import type { LucideIcon } from 'lucide-react';
import ExternalLink from 'lucide-react/icons/external-link';
import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user';
import { type ComponentType, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { ListInput } from '../../components/form/ListInput';
import { NumberInput } from '../../components/form/NumberInput';
import { Toggle } from '../../components/form/Toggle';
import { useTextDraft } from '../../components/form/useTextDraft';
import { InfoTip } from '../../components/overlay/InfoTip';
import { Accordion, AccordionFrame } from '../../components/page/Accordion';
import { type FieldErrors, hasUnder, messageAt } from '../../model/fieldErrors';
import { isEqual } from '../../platform/equal';
import { printHash } from '../../platform/hash';
import css from './AuthOptionsTab.module.css';
import type { CollectionEditor } from './collectionEditor';
import { listMessage } from './collectionErrors';

interface Props {
  editor: CollectionEditor;
}

/** The sign-in methods of an auth collection, and the options for all its users. */
export function AuthOptionsTab({ editor }: Props) {
  const { errors } = useSnapshot(editor.state);
  const error = messageAt(errors, 'options');
  const wrong = methods.filter((method) => hasFaults(errors, method)).map(({ option }) => option);
  const [open, setOpen] = useState(wrong[0] ?? null);
  const [known, setKnown] = useState(wrong);
  if (!isEqual(wrong, known)) {
    setKnown(wrong);
    // Open the part with an error, so that the error is visible and can get the focus.
    const news = wrong.find((option) => !known.includes(option));
    if (news !== undefined && !(open !== null && wrong.includes(open))) setOpen(news);
  }
  return (
    <div className={css.root}>
      {error && <p className={css.error}>{error}</p>}
      <section className={css.group}>
        <h3 className={css.heading}>Auth methods</h3>
        <AccordionFrame>
          {methods.map((method) => (
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
        <h3 className={css.heading}>General</h3>
        <PasswordLength editor={editor} />
        <Choice
          editor={editor}
          option="requireEmail"
          label="Always require email"
          info="Applies to new records only. Some OAuth2 providers return no email: sign-ups with them are then refused."
        />
        <Choice
          editor={editor}
          option="onlyVerified"
          label="Forbid authentication for unverified users"
          info="Refuses new sign-ins of unverified users (403). For finer control, leave this off and check @request.auth.verified in the rules."
        />
      </section>
    </div>
  );
}

interface MethodPartProps extends Props, Method {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function MethodPart({ editor, icon, title, option, More, isOpen, onToggle, ...method }: MethodPartProps) {
  const isEnabled = useSnapshot(editor.state.form).options[option] === true;
  const { errors, changed } = useSnapshot(editor.state);
  const hasErrors = hasFaults(errors, { option, ...method });
  const error = messageAt(errors, `options.${option}`);
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
          isChanged={changed[`options.${option}`] === true}
          aria-invalid={error !== null || undefined}
          onChange={(isOn) => editor.edit(`options.${option}`, ({ setOption }) => setOption(option, isOn))}
        />
        {error && <p className={css.error}>{error}</p>}
        {More && (isEnabled || hasErrors) && <More editor={editor} />}
      </div>
    </Accordion>
  );
}

/** The providers are settings of the whole server, so they open in another tab. */
function ProvidersLink() {
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
  const { exceptEmailDomains, onlyEmailDomains } = useSnapshot(editor.state.form, { sync: true }).options;
  const [except, only] = [listOf(exceptEmailDomains), listOf(onlyEmailDomains)];
  return (
    <>
      <DomainList
        editor={editor}
        option="exceptEmailDomains"
        label="Except domains"
        list={except}
        isDisabled={only.length > 0 && except.length === 0}
        help="Comma-separated email domains that cannot sign up. Cannot be combined with Only domains."
      />
      <DomainList
        editor={editor}
        option="onlyEmailDomains"
        label="Only domains"
        list={only}
        isDisabled={except.length > 0 && only.length === 0}
        help="Comma-separated email domains; no others can sign up. Cannot be combined with Except domains."
      />
    </>
  );
}

interface DomainListProps extends Props {
  option: string;
  label: string;
  list: readonly string[];
  isDisabled: boolean;
  help: string;
}

function DomainList({ editor, option, label, list, isDisabled, help }: DomainListProps) {
  const { errors, changed } = useSnapshot(editor.state);
  const path = `options.${option}` as const;
  return (
    <Field
      label={label}
      isChanged={changed[path] === true}
      help={help}
      error={listMessage(errors, path, list)}
    >
      {(control) => (
        <ListInput
          {...control}
          disabled={isDisabled}
          placeholder="eg. example.com, example.org"
          value={list}
          onChange={(domains) => editor.edit(path, ({ setOption }) => setOption(option, domains))}
        />
      )}
    </Field>
  );
}

function PasswordLength({ editor }: Props) {
  const length = useSnapshot(editor.state.form, { sync: true }).options['minPasswordLength'];
  const { errors, changed } = useSnapshot(editor.state);
  const { text, type } = useTextDraft<unknown>(length, (value) => String(value ?? ''), numberOf);
  const path = 'options.minPasswordLength';
  return (
    <Field
      label="Minimum password length"
      isRequired
      isChanged={changed[path] === true}
      error={messageAt(errors, path)}
      help="From 5 to 72 characters."
    >
      {(control) => (
        <NumberInput
          {...control}
          data-place={path}
          value={text}
          onChange={(typed) =>
            editor.edit(path, ({ setOption }) => setOption('minPasswordLength', type(typed)))
          }
        />
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
  const isOn = useSnapshot(editor.state.form).options[option] === true;
  const { errors, changed } = useSnapshot(editor.state);
  const error = messageAt(errors, `options.${option}`);
  return (
    <div>
      <div className={css.choice}>
        <Toggle
          label={label}
          isOn={isOn}
          isChanged={changed[`options.${option}`] === true}
          aria-invalid={error !== null || undefined}
          onChange={(next) => editor.edit(`options.${option}`, ({ setOption }) => setOption(option, next))}
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
  /** Drawn if the method is enabled or has an error. */
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

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns a whole number, or the text as it was typed, which the check refuses. */
const numberOf = (text: string): unknown => (/^\s*\d+\s*$/.test(text) ? Number(text) : text);
