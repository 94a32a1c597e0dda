import type { LucideIcon } from 'lucide-react';
import Info from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { IconButton } from '../../components/basics/IconButton';
import { Field } from '../../components/form/Field';
import { ListInput } from '../../components/form/ListInput';
import { NumberInput } from '../../components/form/NumberInput';
import { Toggle } from '../../components/form/Toggle';
import { useTypedText } from '../../components/form/useTypedText';
import { Accordion, AccordionFrame } from '../../components/page/Accordion';
import { hasUnder, messageAt } from '../../model/fieldErrors';
import css from './AuthOptionsTab.module.css';
import type { CollectionEditor } from './collectionEditor';
import { listMessage } from './listMessage';

interface Props {
  editor: CollectionEditor;
}

/** How the users of an auth collection sign in, and what is asked of all of them. */
export function AuthOptionsTab({ editor }: Props) {
  const error = messageAt(useSnapshot(editor.state).errors, 'options');
  return (
    <div className={css.root}>
      {error && <p className={css.error}>{error}</p>}
      <section className={css.group}>
        <h3 className={css.heading}>Auth methods</h3>
        <AccordionFrame>
          <Method editor={editor} icon={User} title="Username/Password" option="allowUsernameAuth" />
          <Method
            editor={editor}
            icon={Mail}
            title="Email/Password"
            option="allowEmailAuth"
            parts={['exceptEmailDomains', 'onlyEmailDomains']}
          >
            <DomainLists editor={editor} />
          </Method>
          <Method editor={editor} icon={KeyRound} title="OAuth2" option="allowOAuth2Auth" />
        </AccordionFrame>
      </section>
      <section className={css.group}>
        <h3 className={css.heading}>General</h3>
        <PasswordLength editor={editor} />
        <Choice
          editor={editor}
          option="requireEmail"
          label="Always require email"
          info="Holds for new records only. Some OAuth2 providers send no email: whoever signs up with one is then refused."
        />
        <Choice
          editor={editor}
          option="onlyVerified"
          label="Forbid authentication for unverified users"
          info="New sign-ins of unverified users are refused with 403. For finer control leave this off and test @request.auth.verified in the rules."
        />
      </section>
    </div>
  );
}

interface MethodProps extends Props {
  icon: LucideIcon;
  title: string;
  option: string;
  /** The other options inside it. */
  parts?: readonly string[];
  /** Shown while it is enabled, or wrong. */
  children?: ReactNode;
}

function Method({ editor, icon, title, option, parts = [], children }: MethodProps) {
  const isEnabled = useSnapshot(editor.state.form).options[option] === true;
  const { errors } = useSnapshot(editor.state);
  const hasErrors = [option, ...parts].some((name) => hasUnder(errors, `options.${name}`));
  const [isOpen, setOpen] = useState(hasErrors);
  const [hadErrors, setHadErrors] = useState(hasErrors);
  if (hasErrors !== hadErrors) {
    setHadErrors(hasErrors);
    // What is wrong must be in sight, and within reach of the focus.
    if (hasErrors) setOpen(true);
  }
  const error = messageAt(errors, `options.${option}`);
  return (
    <Accordion
      icon={icon}
      title={title}
      level={4}
      hasErrors={hasErrors}
      status={<Badge kind={isEnabled ? 'success' : 'neutral'}>{isEnabled ? 'Enabled' : 'Disabled'}</Badge>}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <div className={css.method}>
        <Toggle
          label="Enable"
          isOn={isEnabled}
          aria-invalid={error !== null || undefined}
          onChange={(isOn) => editor.edit(`options.${option}`, ({ setOption }) => setOption(option, isOn))}
        />
        {error && <p className={css.error}>{error}</p>}
        {(isEnabled || hasErrors) && children}
      </div>
    </Accordion>
  );
}

/** Of the two only one may hold anything. */
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
        help="Email domains that cannot sign up, with commas between them. Cannot be used together with Only domains."
      />
      <DomainList
        editor={editor}
        option="onlyEmailDomains"
        label="Only domains"
        list={only}
        isDisabled={except.length > 0 && only.length === 0}
        help="The only email domains that can sign up, with commas between them. Cannot be used together with Except domains."
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
  const { errors } = useSnapshot(editor.state);
  const path = `options.${option}`;
  return (
    <Field label={label} help={help} error={listMessage(errors, path, list)}>
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
  const { errors } = useSnapshot(editor.state);
  const { text, type } = useTypedText<unknown>(length, (value) => String(value ?? ''), numberOf);
  const path = 'options.minPasswordLength';
  return (
    <Field
      label="Minimum password length"
      isRequired
      error={messageAt(errors, path)}
      help="From 5 to 72 characters."
    >
      {(control) => (
        <NumberInput
          {...control}
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
  const { errors } = useSnapshot(editor.state);
  const error = messageAt(errors, `options.${option}`);
  return (
    <div>
      <div className={css.choice}>
        <Toggle
          label={label}
          isOn={isOn}
          aria-invalid={error !== null || undefined}
          onChange={(next) => editor.edit(`options.${option}`, ({ setOption }) => setOption(option, next))}
        />
        <IconButton icon={Info} size="small" label={`About: ${label}`} tooltip={info} />
      </div>
      {error && <p className={css.error}>{error}</p>}
    </div>
  );
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What is no whole number stays as it was typed, until the check refuses it. */
const numberOf = (text: string): unknown => (/^\s*\d+\s*$/.test(text) ? Number(text) : text);
