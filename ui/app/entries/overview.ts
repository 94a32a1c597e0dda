import './logs';

export { OverviewPage } from '../../overview/OverviewPage';
