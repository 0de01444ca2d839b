import { Box, EmptyStateLayout, Flex, LinkButton, Typography } from '@strapi/design-system';
import { CheckCircle, Pencil } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { ArticleProblems } from '../../../../src/panel/admin-api';
import { editArticle } from '../../shared/entry-addresses';
import { ProblemList } from '../../shared/problem-list';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

interface ProblemsTabProps {
  problems: RequestState<ArticleProblems[]>;
  timeZone: string;
}

/** Articles of the feed that subscribers do not get as they should. */
export const ProblemsTab = ({ problems, timeZone }: ProblemsTabProps) => {
  const t = useTranslation();
  const { data, error, reload } = problems;
  if (!data) return error === undefined ? <Loading /> : <Failure onRetry={reload} />;
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
          key={article.documentId}
          background="neutral0"
          shadow="tableShadow"
          hasRadius
          padding={{ initial: 4, medium: 6 }}
        >
          <Flex justifyContent="space-between" gap={4} paddingBottom={4} wrap="wrap">
            <Typography variant="delta" tag="h2">
              {article.title}
            </Typography>
            <LinkButton
              tag={Link}
              to={editArticle(article.documentId)}
              variant="secondary"
              size="S"
              startIcon={<Pencil />}
              aria-label={t('feed.edit.label', { title: article.title })}
            >
              {t('feed.edit')}
            </LinkButton>
          </Flex>
          <ProblemList problems={article.problems} timeZone={timeZone} />
        </Box>
      ))}
    </Flex>
  );
};
