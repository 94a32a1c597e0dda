import Plus from 'lucide-react/icons/plus';
import { useSnapshot } from 'valtio';
import type { FieldControl } from '../../../../kit/form/Field';
import { Select } from '../../../../kit/form/Select';
import { collectionTypeOf } from '../../../../model/collection';
import * as collections from '../../../../page/collections';
import { openPanel } from '../../../../page/panels';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  /** The attributes of the surrounding labelled field; without it, the input has its own label. */
  control?: FieldControl | undefined;
}

/** Chooses the collection of a relation: any except a view. A stored relation keeps its collection. */
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
