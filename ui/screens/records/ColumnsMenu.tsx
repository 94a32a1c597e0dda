import Columns3 from 'lucide-react/icons/columns-3';
import { Button } from '../../components/basics/Button';
import { fieldIcons } from '../../components/basics/fieldIcons';
import { Dropdown, DropdownItem } from '../../components/overlay/Dropdown';
import css from './ColumnsMenu.module.css';
import { columnKeyOf, type RecordColumn } from './recordColumns';

interface Props {
  columns: readonly RecordColumn[];
  hiddenKeys: readonly string[];
  onChange: (hiddenKeys: readonly string[]) => void;
}

/** Which columns are drawn. The id always is: it leads to the record. */
export function ColumnsMenu({ columns, hiddenKeys, onChange }: Props) {
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
      {columns
        .filter(({ kind }) => kind !== 'id')
        .map((column) => {
          const key = columnKeyOf(column);
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
