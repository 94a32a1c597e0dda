import Eye from 'lucide-react/icons/eye';
import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../../base/hash';
import { Button } from '../../../kit/basics/Button';
import { Icon } from '../../../kit/basics/Icon';
import { IconButton } from '../../../kit/basics/IconButton';
import { type Collection, hasField, systemFieldNames } from '../../../model/collection';
import { atCollection, atRequest, bodyWord, monthStart } from '../../../model/filter/ruleWords';
import { lookupOf } from '../../../model/rulePaths';
import { can } from '../../../page/capabilities';
import * as collections from '../../../page/collections';
import { openPanel } from '../../../page/panels';
import { findRecords } from '../../../records/related/recordChoices';
import { PersonMenu } from '../../../rules/PersonMenu';
import * as seenAs from '../../../rules/seenAs';
import type { CollectionEditor } from '../collectionEditor';
import { editedCollection, type RuleKey, rulableNames, rulesOf } from '../collectionForm';
import { RuleInput } from './RuleInput';
import css from './RulesTab.module.css';
import { presetsOf } from './rulePresets';
import { createRuleTrial, type RuleTrial } from './ruleTrial';
import { TryLine } from './TryLine';
import tryRulesCss from './TryRules.module.css';

const infos: Partial<Record<RuleKey, string>> = {
  createRule: 'Runs after a trial save: the fields of the record already hold the submitted data.',
};

export function RulesTab({ editor }: { editor: CollectionEditor }) {
  const { type } = useSnapshot(editor.state.form);
  const all = useSnapshot(collections.state).all;
  const [showsFields, setShowsFields] = useState(false);
  const [started, setTrial] = useState<RuleTrial | null>(null);
  const tryButton = useRef<HTMLButtonElement>(null);
  const collection = useEditedCollection(editor);
  // After Duplicate, this tab shows another collection, but the trial reads the records of the former one.
  const trial = started?.collectionId === collection.id ? started : null;
  const words = useMemo(
    () => ({ collection, collections: all, isRule: true, findRecords }),
    [collection, all],
  );
  const knownFields = useMemo(() => rulableNames(collection), [collection]);
  const accounts = useMemo(() => lookupOf(all).accounts, [all]);
  const propsOf = (ruleKey: RuleKey) => ({
    editor,
    words,
    knownFields,
    ruleKey,
    presets: presetsOf(ruleKey, collection, accounts),
    below: trial && <TryLine trial={trial} editor={editor} ruleKey={ruleKey} edited={collection} />,
  });

  useEffect(() => trial?.close, [trial]);

  async function handleTry() {
    const fresh = createRuleTrial(collection.id);
    setTrial(fresh);
    await fresh.choose(seenAs.state.recent[0]?.as ?? 'guest');
  }

  function handleStop() {
    tryButton.current?.focus();
    setTrial(null);
  }

  return (
    <div className={css.root}>
      <div className={css.intro}>
        <p>
          Locked: admins only. Empty: anyone. Else: a filter.{' '}
          {can('providersPage') && (
            <a href={printHash('/settings/auth-providers')} target="_blank" rel="noreferrer">
              Auth providers
            </a>
          )}
        </p>
        <span className={css.buttons}>
          {collection.id && (
            <Button
              ref={tryButton}
              size="small"
              icon={Eye}
              onClick={() => (trial ? setTrial(null) : void handleTry())}
            >
              {trial ? 'Stop trying' : 'Try the rules'}
            </Button>
          )}
          <Button size="small" onClick={() => setShowsFields(!showsFields)}>
            {showsFields ? 'Hide available fields' : 'Show available fields'}
          </Button>
        </span>
      </div>
      {trial && <TryBar trial={trial} onStop={handleStop} />}
      {showsFields && <AvailableFields collection={collection} />}
      {rulesOf(type).map((name) => (
        <RuleInput key={name} {...propsOf(name)} info={infos[name]} />
      ))}
      {type === 'auth' && (
        <RuleInput
          {...propsOf('manageRule')}
          help={
            'Grants admin-like rights over a user, in addition to the create and update rules: set a password without the old one, change the email directly, set the verified state.'
          }
        />
      )}
    </div>
  );
}

/** Makes a collection of the form. It stays the same object while only rules change. */
function useEditedCollection(editor: CollectionEditor): Collection {
  const { stored } = useSnapshot(editor.state);
  const { name, type, fields, options } = useSnapshot(editor.state.form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with the form
  return useMemo(
    () => editedCollection(editor.state.form, stored?.id ?? '', stored?.builtIn),
    [editor, stored?.id, name, type, fields, options],
  );
}

function AvailableFields({ collection }: { collection: Collection }) {
  const [id = 'id', ...others] = systemFieldNames(collection);
  const own = collection.schema.map(({ name }) => name).filter((name) => !others.includes(name));
  const since = hasField(collection, 'created') ? ` && created >= ${monthStart}` : '';
  const request = [atRequest.headers, atRequest.query, bodyWord(collection), atRequest.auth];
  return (
    <dl className={css.fields}>
      <Names label="Fields" names={[id, ...own, ...others]} />
      <Names label="Request" names={request.map((name) => `${name}.*`)} />
      <Names label="Elsewhere" names={[`${atCollection}.NAME.*`]} />
      <Names label="Example" names={[`${atRequest.auth}.id != ""${since}`]} />
    </dl>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {names.map((name) => (
          <code translate="no" key={name}>
            {name}
          </code>
        ))}
      </dd>
    </div>
  );
}

interface Props {
  trial: RuleTrial;
  onStop: () => void;
}

function TryBar({ trial, onStop }: Props) {
  const { as, person, isGone } = useSnapshot(trial.state);

  async function handleRequest() {
    await openPanel('ruleRequest', { hasBody: true });
    await trial.choose(trial.state.as);
  }

  return (
    <section className={tryRulesCss.bar} aria-label="Try the rules">
      <Icon of={Eye} />
      View as
      <PersonMenu label="View as" as={as} person={person} onChoose={(next) => void trial.choose(next)} />
      <span role="status">{isGone && 'This user was deleted.'}</span>
      <span className={tryRulesCss.tools}>
        <Button kind="quiet" size="small" icon={Send} onClick={() => void handleRequest()}>
          Request
        </Button>
        <IconButton icon={X} size="small" label="Stop trying" onClick={onStop} />
      </span>
    </section>
  );
}
