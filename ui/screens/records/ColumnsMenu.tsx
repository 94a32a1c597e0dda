import Columns3 from 'lucide-react/icons/columns-3';
import type { ColumnsItemsProps } from './ColumnsItems';
import { ColumnsItems } from './chunks';
import { SearchMenu } from './SearchMenu';

/** Chooses the visible columns. */
export function ColumnsMenu(props: ColumnsItemsProps) {
  return (
    <SearchMenu label="Columns" icon={Columns3}>
      <ColumnsItems {...props} />
    </SearchMenu>
  );
}
