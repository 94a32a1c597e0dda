import './start';

export { createPlot } from '../components/chart/linePlot';
