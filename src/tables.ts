import { catalogueModel } from './catalogue/catalogue-table';
import { changeModel } from './changes/log-table';
import { modificationModel } from './changes/modification-table';

/** Tables the plugin keeps beside its content types; Strapi creates them and their indexes. */
export default [catalogueModel, changeModel, modificationModel];
