import Key from 'lucide-react/icons/key-round';
import type { FieldLook } from './fieldLook';

/** No response contains the value, so nothing is drawn. */
export const password: FieldLook = { icon: Key, cell: () => null, preview: () => null };
