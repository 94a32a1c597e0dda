import { useMemo } from 'react';
import { Badge } from '../../kit/basics/Badge';
import { joinClasses } from '../../kit/basics/joinClasses';
import type { Collection } from '../../model/collection';
import css from './FilterDialog.module.css';
import { countConditions } from './filterBuilder';

interface Props {
  collection: Collection;
  search: string;
}

export function FilterCount({ collection, search }: Props) {
  const count = useMemo(() => countConditions(collection, search), [collection, search]);
  if (!count) return null;
  return (
    <span className={joinClasses('onlyWide', css.count)}>
      <Badge kind="accent">
        {count}
        <span className="visuallyHidden">{count === 1 ? ' condition' : ' conditions'}</span>
      </Badge>
    </span>
  );
}
