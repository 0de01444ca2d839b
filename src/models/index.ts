import { changeModel } from './change';
import { listingModel } from './listing';
import { validatorModel } from './validator';
import { waitingModel } from './waiting';

/** Tables the plugin keeps beside its content types; Strapi creates them and their indexes. */
export default [changeModel, listingModel, validatorModel, waitingModel];
