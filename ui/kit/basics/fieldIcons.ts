import Braces from 'lucide-react/icons/braces';
import Calendar from 'lucide-react/icons/calendar';
import Hash from 'lucide-react/icons/hash';
import Image from 'lucide-react/icons/image';
import Key from 'lucide-react/icons/key-round';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import Mail from 'lucide-react/icons/mail';
import Pilcrow from 'lucide-react/icons/pilcrow';
import ToggleLeft from 'lucide-react/icons/toggle-left';
import Type from 'lucide-react/icons/type';
import Workflow from 'lucide-react/icons/workflow';
import type { FieldTypeName } from '../../model/types/fieldTypes';

/** The icon of each type of value, including ids. */
export const fieldIcons = {
  id: Key,
  text: Type,
  editor: Pilcrow,
  number: Hash,
  bool: ToggleLeft,
  email: Mail,
  url: Link,
  date: Calendar,
  select: List,
  file: Image,
  relation: Workflow,
  json: Braces,
} satisfies Record<FieldTypeName | 'id', unknown>;
