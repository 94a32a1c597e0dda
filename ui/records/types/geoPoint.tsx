import Hash from 'lucide-react/icons/hash';
import type { FieldLook } from './fieldLook';

export const geoPoint: FieldLook = {
  icon: Hash,
  isWide: true,
  cell: ({ text }) => text,
  preview: ({ text }) => <span className="digits">{text}</span>,
};
