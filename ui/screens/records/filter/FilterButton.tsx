import ListFilter from 'lucide-react/icons/list-filter';
import { useState } from 'react';
import { Button } from '../../../components/basics/Button';
import type { Collection } from '../../../model/collection';
import { FilterCount, FilterDialog } from '../chunks';
import css from '../SearchButtons.module.css';

interface Props {
  collection: Collection;
  /** The applied text of the search bar. */
  search: string;
  onApply: (text: string) => void;
}

/** Opens the applied filter as rows. */
export function FilterButton(props: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        icon={ListFilter}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-opens="filterBuilder"
        className={css.button}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={css.name}>Filter</span>
        {props.search && <FilterCount {...props} />}
      </Button>
      {anchor && (
        <FilterDialog
          {...props}
          key={props.collection.id + props.search}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
