import './keeping';

export { RequestPopup } from '../screens/records/see-as/RequestPopup';
export { SeeAs } from '../screens/records/see-as/SeeAs';
export { SeeAsItems } from '../screens/records/see-as/SeeAsItems';
