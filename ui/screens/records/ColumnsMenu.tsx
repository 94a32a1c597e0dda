import Columns3 from 'lucide-react/icons/columns-3';
import { Button } from '../../components/basics/Button';
import { fieldIcons } from '../../components/basics/fieldIcons';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { columnKeyOf, type RecordColumn } from '../../components/record-table/recordColumns';
import css from './SearchButtons.module.css';

interface Props {
  columns: readonly RecordColumn[];
  hiddenKeys: readonly string[];
  onChange: (hiddenKeys: readonly string[]) => void;
}

/** Chooses the visible columns. The id is always visible, because it links to the record. */
export function ColumnsMenu({ columns, hiddenKeys, onChange }: Props) {
  const choices = columns
    .filter(({ kind }) => kind !== 'id')
    .map((column) => ({ column, key: columnKeyOf(column) }));
  const keys = choices.map(({ key }) => key);
  return (
    <Dropdown
      label="Columns"
      placement="bottom-end"
      trigger={(props) => (
        <Button {...props} icon={Columns3} aria-label="Columns" className={css.button}>
          <span className={css.name}>Columns</span>
        </Button>
      )}
    >
      <DropdownItem
        keepsOpen
        isDisabled={!keys.some((key) => hiddenKeys.includes(key))}
        onSelect={() => onChange(hiddenKeys.filter((key) => !keys.includes(key)))}
      >
        Show all
      </DropdownItem>
      <DropdownItem
        keepsOpen
        isDisabled={keys.every((key) => hiddenKeys.includes(key))}
        onSelect={() => onChange([...new Set([...hiddenKeys, ...keys])])}
      >
        Hide all
      </DropdownItem>
      <DropdownSeparator />
      {choices.map(({ column, key }) => {
        const isHidden = hiddenKeys.includes(key);
        return (
          <DropdownItem
            key={key}
            icon={fieldIcons[column.kind]}
            keepsOpen
            isName
            isChecked={!isHidden}
            onSelect={() =>
              onChange(isHidden ? hiddenKeys.filter((one) => one !== key) : [...hiddenKeys, key])
            }
          >
            {column.name}
          </DropdownItem>
        );
      })}
    </Dropdown>
  );
}
