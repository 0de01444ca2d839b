import { Box, EmptyStateLayout, Flex, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';

import type { ArticleProblems } from '../../../../src/panel/admin-api';
import { EntryProblems } from '../../shared/entry-problems';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EditButton } from './edit-button';

interface ProblemsTabProps {
  problems: RequestState<{ data: ArticleProblems[] }>;
  timeZone: string;
}

/** Articles of the feed that subscribers do not get as they should. */
export const ProblemsTab = ({ problems, timeZone }: ProblemsTabProps) => {
  const t = useTranslation();
  const { data: answer, error, reload } = problems;
  const data = answer?.data;
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} onRetry={reload} />;
  if (data.length === 0) {
    return (
      <EmptyStateLayout
        hasRadius
        icon={<CheckCircle width="4rem" height="4rem" fill="success600" />}
        content={t('feed.problems.none')}
      />
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {data.map((article) => (
        <Box
          key={`${article.contentType} ${article.documentId} ${article.locale}`}
          background="neutral0"
          shadow="tableShadow"
          hasRadius
          padding={{ initial: 4, medium: 6 }}
        >
          <Flex justifyContent="space-between" gap={4} paddingBottom={4} wrap="wrap">
            <Typography variant="delta" tag="h2">
              {article.title}
            </Typography>
            <EditButton article={article} />
          </Flex>
          <EntryProblems entry={article} problems={article.problems} timeZone={timeZone} />
        </Box>
      ))}
    </Flex>
  );
};
