import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import type { Collection } from '../../../model/collection';
import * as collections from '../../../state/collections';
import type { CollectionEditor } from '../collectionEditor';
import { type RuleKey, ruleNames } from '../collectionForm';
import { rulableNames } from '../editedCollection';
import { useEditedCollection } from '../useEditedCollection';
import { AvailableFields } from './AvailableFields';
import { RuleInput } from './RuleInput';
import css from './RulesTab.module.css';

const infos: Partial<Record<RuleKey, string>> = {
  createRule:
    'Tested after a trial save of the submitted data: the fields of the record already hold what was sent.',
};

/** Who may do what with the records of the collection. */
export function RulesTab({ editor }: { editor: CollectionEditor }) {
  const { type } = useSnapshot(editor.state.form);
  const all = useSnapshot(collections.state).all as readonly Collection[];
  const [showsFields, setShowsFields] = useState(false);
  const collection = useEditedCollection(editor);
  const words = useMemo(() => ({ collection, collections: all, isRule: true }), [collection, all]);
  const knownFields = useMemo(() => rulableNames(collection), [collection]);
  const shared = { editor, words, knownFields };
  return (
    <div className={css.root}>
      <div className={css.intro}>
        <p>
          Locked rules are for admins only, an empty rule is open to everyone. Any other is a filter that the
          request and the record have to match.
        </p>
        <Button size="small" onClick={() => setShowsFields(!showsFields)}>
          {showsFields ? 'Hide available fields' : 'Show available fields'}
        </Button>
      </div>
      {showsFields && <AvailableFields collection={collection} />}
      {(type === 'view' ? ruleNames.slice(0, 2) : ruleNames).map((name) => (
        <RuleInput key={name} {...shared} ruleKey={name} info={infos[name]} />
      ))}
      {type === 'auth' && (
        <RuleInput
          {...shared}
          ruleKey="manageRule"
          help={
            <div className={css.help}>
              <p>
                Whoever passes this rule may do with an account what else only an admin may: set a new
                password without the old one, change the email directly, switch the verified state.
              </p>
              <p>It comes on top of the create and the update rule, which have to be passed as well.</p>
            </div>
          }
        />
      )}
    </div>
  );
}
