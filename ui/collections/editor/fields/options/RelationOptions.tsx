import Plus from 'lucide-react/icons/plus';
import { useSnapshot } from 'valtio';
import { Field, type FieldControl } from '../../../../kit/form/Field';
import { Select } from '../../../../kit/form/Select';
import { InfoTip } from '../../../../kit/overlay/InfoTip';
import { collectionTypeOf } from '../../../../model/collection';
import { printBool } from '../../../../model/types/bool';
import * as collections from '../../../../page/collections';
import { openPanel } from '../../../../page/panels';
import { holdsMany } from '../../collectionChanges';
import { OptionNumber } from './OptionNumber';
import css from './RelationOptions.module.css';
import { type OptionProps, useOption } from './useOption';

export function RelationOptions(props: OptionProps) {
  const field = useSnapshot(props.field);
  const target = useOption(props, 'collectionId');
  const isMany = holdsMany(field);
  return (
    <>
      <Field
        label="Collection"
        isRequired
        error={target.error}
        help={field.id !== '' && 'The collection of a saved relation cannot be changed.'}
      >
        {(control) => <RelationTarget {...props} control={control} />}
      </Field>
      <CascadeDelete {...props} targetId={String(target.value ?? '')} isMany={isMany} />
      {isMany && (
        <>
          <OptionNumber
            {...props}
            name="minSelect"
            label="Min select"
            placeholder="No min limit"
            isWhole
            least={1}
          />
          <OptionNumber
            {...props}
            name="maxSelect"
            label="Max select"
            placeholder="No max limit"
            isWhole
            least={2}
          />
        </>
      )}
    </>
  );
}

interface CascadeProps extends OptionProps {
  targetId: string;
  isMany: boolean;
}

function CascadeDelete({ targetId, isMany, ...props }: CascadeProps) {
  const { value, error, isChanged, set } = useOption(props, 'cascadeDelete');
  const { all } = useSnapshot(collections.state) as typeof collections.state;
  const target = all.find(({ id }) => id === targetId)?.name ?? null;
  const label = 'Cascade delete';
  return (
    <Field
      label={label}
      isChanged={isChanged}
      error={error}
      hint={
        <span className={css.tip}>
          <InfoTip label={label} text={cascadeWords(target, isMany)} />
        </span>
      }
    >
      {(control) => (
        <Select
          {...control}
          isRequired
          options={[
            { value: 'false', label: printBool(false) },
            { value: 'true', label: printBool(true) },
          ]}
          value={String(value === true)}
          onChange={(next) => set(next === 'true')}
        />
      )}
    </Field>
  );
}

function cascadeWords(target: string | null, isMany: boolean): string {
  const name = target === null ? 'the chosen collection' : `"${target}"`;
  const first = `When a record of ${name} is deleted, delete the records that refer to it too.`;
  return isMany ? `${first}\nWith several ids: only when all ids are removed.` : first;
}

interface Props extends OptionProps {
  /** The attributes of the labelled field around it. Without them, the input has a label of its own. */
  control?: FieldControl | undefined;
}

/** Offers all collections but views. A stored relation cannot change its collection. */
export function RelationTarget({ control, ...props }: Props) {
  const { value, error, set } = useOption(props, 'collectionId');
  const { all } = useSnapshot(collections.state) as typeof collections.state;
  const { id } = useSnapshot(props.field);
  const chosen = String(value ?? '');
  const options = all
    .filter((collection) => collectionTypeOf(collection) !== 'view' || collection.id === chosen)
    .map((collection) => ({ value: collection.id, label: collection.name, isName: true }));
  const own = {
    'aria-label': 'Collection',
    'aria-invalid': error ? true : undefined,
    'aria-required': true,
  } as const;

  async function create() {
    const outcome = await openPanel('collectionEditor', { collectionId: null });
    if (!outcome || outcome.kind === 'deleted' || collectionTypeOf(outcome.collection) === 'view') return;
    set(outcome.collection.id);
  }

  return (
    <Select
      {...(control ?? own)}
      isRequired
      isDisabled={id !== ''}
      placeholder="Select collection *"
      options={options}
      value={chosen}
      onChange={set}
      action={{ label: 'New collection', icon: Plus, onSelect: () => void create() }}
    />
  );
}
