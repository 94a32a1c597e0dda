import { useSnapshot } from 'valtio';
import { Field } from '../../../../kit/form/Field';
import { Select } from '../../../../kit/form/Select';
import { InfoTip } from '../../../../kit/overlay/InfoTip';
import * as collections from '../../../../page/collections';
import { holdsMany } from '../../collectionChanges';
import type { FieldForm } from '../../collectionForm';
import { cascadeWords } from '../fieldWords';
import { OptionNumber } from './OptionNumber';
import css from './RelationOptions.module.css';
import { RelationTarget } from './RelationTarget';
import { type OptionProps, useOption } from './useOption';

export function RelationOptions(props: OptionProps) {
  const field = useSnapshot(props.field) as FieldForm;
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
            { value: 'false', label: 'False' },
            { value: 'true', label: 'True' },
          ]}
          value={String(value === true)}
          onChange={(next) => set(next === 'true')}
        />
      )}
    </Field>
  );
}
