import MapPin from 'lucide-react/icons/map-pin';
import type { FieldLook } from './fieldLook';

export const geoPoint: FieldLook = {
  icon: MapPin,
  isWide: true,
  cell: ({ text }) => text,
  preview: ({ text }) => <span className="digits">{text}</span>,
};
