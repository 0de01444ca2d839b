import { appearanceController } from './appearance';
import { bulkChangesController } from './bulk-changes';
import { deliveriesController } from './deliveries';
import { entriesController } from './entry-views';
import { feedsController } from './feed-details';
import { previewsController } from './previews';
import { scheduleController } from './schedule';
import { idsController, settingsController } from './settings';
import { slugsController } from './slug-previews';
import { sourcesController } from './source-list';
import { tagsController } from './tag-merge';
import { takeOverController } from './take-over';
import { topicsController } from './topic-details';

export default {
  appearance: appearanceController,
  entries: entriesController,
  'bulk-changes': bulkChangesController,
  deliveries: deliveriesController,
  feeds: feedsController,
  ids: idsController,
  previews: previewsController,
  schedule: scheduleController,
  settings: settingsController,
  slugs: slugsController,
  sources: sourcesController,
  tags: tagsController,
  'take-over': takeOverController,
  topics: topicsController,
};
