import './keeping';

export { RecordAccessPanel } from '../screens/records/access/RecordAccessPanel';
export { RequestPopup } from '../screens/records/see-as/RequestPopup';
export { SeeAs } from '../screens/records/see-as/SeeAs';
export { SeeAsItems } from '../screens/records/see-as/SeeAsItems';
