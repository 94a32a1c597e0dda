import Bookmark from 'lucide-react/icons/bookmark';
import { useState } from 'react';
import type { Collection } from '../../../model/collection';
import { ViewItems, ViewNamePopup } from '../chunks';
import { SearchMenu } from '../SearchMenu';

interface Props {
  collection: Collection;
  /** The name of the view in the address; '' for none. */
  view: string;
}

/** Chooses, keeps and shares views. */
export function ViewsMenu({ collection, view }: Props) {
  // The view that gets another name; '' for a new one.
  const [named, setNamed] = useState<string | null>(null);
  return (
    <>
      <SearchMenu label="Views" icon={Bookmark} chosen={view} isOn={view !== ''}>
        <ViewItems collection={collection} view={view} onName={setNamed} />
      </SearchMenu>
      {named !== null && (
        <ViewNamePopup collection={collection} own={named} shown={view} onClose={() => setNamed(null)} />
      )}
    </>
  );
}
