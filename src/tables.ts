import { changeModel } from './changes/log-table';
import { listingModel } from './catalogue/listing-table';
import { modificationModel } from './changes/modification-table';
import { waitingModel } from './catalogue/waiting-table';

/** Tables the plugin keeps beside its content types; Strapi creates them and their indexes. */
export default [changeModel, listingModel, modificationModel, waitingModel];
