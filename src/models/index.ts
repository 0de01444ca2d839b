import { changeModel } from './change';
import { listingModel } from './listing';
import { validatorModel } from './validator';

/** Tables the plugin keeps beside its content types; Strapi creates them and their indexes. */
export default [changeModel, listingModel, validatorModel];
