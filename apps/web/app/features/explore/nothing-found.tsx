import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ExploreSearch, explorePath } from './explore-search.ts'

/** Why a search has no result to show, and the way on. */
export function NothingFound({ search }: { search: ExploreSearch }) {
  if (search.page > 1) {
    return (
      <EmptyState
        action={<ButtonLink to={explorePath({ ...search, page: 1 })}>{t('Go to the first page')}</ButtonLink>}
      >
        {t('There are not so many pages.')}
      </EmptyState>
    )
  }
  const isFiltered = search.q !== '' || search.category !== null
  if (isFiltered) {
    return (
      <EmptyState
        action={
          <ButtonLink to={explorePath({ ...search, q: '', category: null, page: 1 })}>
            {t('Show all')}
          </ButtonLink>
        }
      >
        {t('Nothing here is about that. Try fewer words, or another category.')}
      </EmptyState>
    )
  }
  return search.kind === 'events' ? (
    <EmptyState action={<ButtonLink to="/explore">{t('Find people')}</ButtonLink>}>
      {t('No live event is planned at the moment.')}
    </EmptyState>
  ) : (
    <EmptyState action={<ButtonLink to="/signup/influencer">{t('Sign up as an influencer')}</ButtonLink>}>
      {t('Nobody is here yet. You could be the first.')}
    </EmptyState>
  )
}
