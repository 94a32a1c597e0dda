import './findings';

export { findAll } from '../model/findings/allFindings';
