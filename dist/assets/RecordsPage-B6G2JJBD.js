import{i as a}from"./chunk-MK6QJ7XG.js";import"./chunk-GQKRHNS4.js";import"./chunk-AYQ7PFL3.js";import"./chunk-N2YKS54D.js";export{a as RecordsPage};
