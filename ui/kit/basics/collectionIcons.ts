import Folder from 'lucide-react/icons/folder';
import Table2 from 'lucide-react/icons/table-2';
import Users from 'lucide-react/icons/users';
import type { CollectionType } from '../../model/collection';

export const collectionIcons = {
  auth: Users,
  base: Folder,
  view: Table2,
} satisfies Record<CollectionType, unknown>;
