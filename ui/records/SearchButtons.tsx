import type { LucideIcon } from 'lucide-react';
import Bookmark from 'lucide-react/icons/bookmark';
import Columns3 from 'lucide-react/icons/columns-3';
import Eye from 'lucide-react/icons/eye';
import ListFilter from 'lucide-react/icons/list-filter';
import { type ReactNode, useState } from 'react';
import { readText } from '../base/storage';
import { Button } from '../kit/basics/Button';
import { joinClasses } from '../kit/basics/joinClasses';
import { Dropdown } from '../kit/overlay/Dropdown';
import type { Collection } from '../model/collection';
import type { ColumnsProps } from './ColumnsItems';
import { ColumnsItems, FilterCount, FilterDialog, SeeAsItems, ViewItems, ViewNamePopup } from './lazyParts';
import css from './SearchButtons.module.css';

interface Props extends ViewsProps, ColumnsProps {
  search: string;
  onApply: (text: string) => void;
  /** The person of View as, as in the address; '' if it is off. */
  as: string;
  /** True if there is no filter, sort or layout to keep as a view. */
  isPlain: boolean;
  /** True if the collection has no records, so that there is nothing to filter. */
  isEmpty: boolean;
}

export function SearchButtons(props: Props) {
  const { collection, search, onApply, as, view, columns, layout, isPlain, isEmpty } = props;
  const filter = { collection, search, onApply };
  // Reads the storage itself, because the code of the views is loaded with their menu.
  const hasViews = (readText(`${collection.id}@views`) ?? '[]') !== '[]';
  return (
    <div className={css.buttons}>
      {!isEmpty && (
        <DialogButton
          label="Filter"
          icon={ListFilter}
          dialog={(anchor, onClose) => (
            <FilterDialog key={collection.id + search} {...filter} anchor={anchor} onClose={onClose} />
          )}
        >
          {search && <FilterCount {...filter} />}
        </DialogButton>
      )}
      {as !== '' && (
        <SearchMenu label="View as" icon={Eye} isOn aria-pressed data-opens="rules">
          <SeeAsItems as={as} />
        </SearchMenu>
      )}
      {(hasViews || !isPlain) && <ViewsMenu collection={collection} view={view} />}
      <DialogButton
        label="Columns"
        icon={Columns3}
        dialog={(anchor, onClose) => <ColumnsItems {...{ collection, columns, layout, anchor, onClose }} />}
      />
    </div>
  );
}

interface DialogButtonProps {
  label: string;
  icon: LucideIcon;
  children?: ReactNode;
  dialog: (anchor: HTMLElement, close: () => void) => ReactNode;
}

function DialogButton({ label, icon, children, dialog }: DialogButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-opens="desk"
        className={css.button}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <span className={css.name}>{label}</span>
        {children}
      </Button>
      {anchor && dialog(anchor, () => setAnchor(null))}
    </>
  );
}

interface ViewsProps {
  collection: Collection;
  /** The name of the view in the address; '' for none. */
  view: string;
}

function ViewsMenu({ collection, view }: ViewsProps) {
  // The view that gets a new name; '' for a new view, null for none.
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

interface MenuProps {
  label: string;
  icon: LucideIcon;
  /** The chosen name. Without one, the button shows its label. */
  chosen?: string;
  isOn?: boolean;
  'aria-pressed'?: boolean;
  'data-opens'?: string;
  children: ReactNode;
}

function SearchMenu({ label, icon, chosen, isOn = false, children, ...button }: MenuProps) {
  return (
    <Dropdown
      label={label}
      placement="bottom-end"
      trigger={(props) => (
        <Button
          {...props}
          {...button}
          icon={icon}
          aria-label={chosen ? `${label}: ${chosen}` : label}
          className={joinClasses(css.button, isOn && css.on)}
        >
          <span className={joinClasses(css.name, 'ellipsis')} translate={chosen ? 'no' : undefined}>
            {chosen || label}
          </span>
        </Button>
      )}
    >
      {children}
    </Dropdown>
  );
}
