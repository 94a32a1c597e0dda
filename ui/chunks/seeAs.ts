import './keeping';

export { SeeAs } from '../screens/records/see-as/SeeAs';
export { SeeAsItems } from '../screens/records/see-as/SeeAsItems';
