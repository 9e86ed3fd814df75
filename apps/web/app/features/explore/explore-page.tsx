import { CATEGORIES, categoryName } from '@parley/contract/categories'
import { EXPLORE_RESULTS_MAX, EXPLORE_WORDS_MAX } from '@parley/contract/constants'
import type { ExploreCard } from '@parley/contract/explore'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { msg, plural, t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ExploreCardItem, ExploreCardWaiting } from './explore-card.tsx'
import css from './explore-page.module.css'
import { type ExploreSearch, explorePath } from './explore-search.ts'
import { NothingFound } from './nothing-found.tsx'

export interface ExplorePageProps {
  search: ExploreSearch
  count: number
  pages: number
  cards: readonly ExploreCard[]
  /** Another search is loading. */
  busy: boolean
  shieldOf: (card: ExploreCard) => ReactNode
  /** `everybody`: a logged-in person sees no card yet, as one may show a person whom a block separates from them. */
  foundFor: 'everybody' | 'reader'
  /** Why the reader's own results failed to load. */
  problem: string | null
  refetch: () => void
}

const KINDS = [
  { kind: 'influencers', name: msg('People') },
  { kind: 'events', name: msg('Live events') },
] as const
const WAITING = Array.from({ length: 8 }, (_, index) => index)
/** The number of cards that a phone shows at once. */
const EAGER = 2

/** "12 people in Games for “chess”": the search and the count of its results. */
function foundText({ search, count }: Pick<ExplorePageProps, 'search' | 'count'>): string {
  const number = count >= EXPLORE_RESULTS_MAX ? t('{count} or more', { count: EXPLORE_RESULTS_MAX }) : count
  const found =
    search.kind === 'events'
      ? plural(count, { one: '{count} live event', other: '{count} live events' }, { count: number })
      : plural(count, { one: '{count} person', other: '{count} people' }, { count: number })
  const { q: words, category: code } = search
  if (!code) return words ? t('{found} for “{words}”', { found, words }) : found
  const category = t(categoryName(code))
  return words
    ? t('{found} in {category} for “{words}”', { found, category, words })
    : t('{found} in {category}', { found, category })
}

/** The field of the words, which shows those of each new search: a new field would lose the focus of who typed them. */
function useWordsOf(search: ExploreSearch) {
  const field = useRef<HTMLInputElement>(null)
  const path = explorePath(search)
  const shown = useRef(path)
  useEffect(() => {
    // What a person typed before the code of the page ran stays.
    if (shown.current === path || !field.current) return
    shown.current = path
    field.current.value = search.q
  }, [path, search.q])
  return field
}

/** A plain HTML form: it works before, and without, any script. */
function SearchForm({ search }: { search: ExploreSearch }) {
  const words = useWordsOf(search)
  return (
    <Form
      method="get"
      action="/explore"
      role="search"
      className={css.search}
      // The keyboard of a phone would cover what is found.
      onSubmit={() => matchMedia('(pointer: coarse)').matches && words.current?.blur()}
    >
      {search.kind !== 'influencers' && <input type="hidden" name="kind" value={search.kind} />}
      {search.category && <input type="hidden" name="category" value={search.category} />}
      <input
        ref={words}
        type="search"
        name="q"
        defaultValue={search.q}
        maxLength={EXPLORE_WORDS_MAX}
        placeholder={t('Names or subjects')}
        aria-label={t('Search')}
        enterKeyHint="search"
        className={css.words}
      />
      <button type="submit" className={css.submit}>
        <Search size={20} aria-hidden="true" />
        <span className="visually-hidden">{t('Search')}</span>
      </button>
    </Form>
  )
}

/** Puts the chosen category first: on a phone the row is wider than the screen. */
function chosenFirst(chosen: ExploreSearch['category']) {
  return CATEGORIES.toSorted((a, b) => Number(b.code === chosen) - Number(a.code === chosen))
}

function Filters({ search }: { search: ExploreSearch }) {
  const first = { ...search, page: 1 }
  const current = (is: boolean) => (is ? { 'aria-current': 'true' as const } : {})
  return (
    <>
      <nav aria-label={t('What to find')} className={css.kinds}>
        {KINDS.map(({ kind, name }) => (
          <Link key={kind} to={explorePath({ ...first, kind })} {...current(kind === search.kind)}>
            {t(name)}
          </Link>
        ))}
      </nav>
      <nav aria-label={t('Categories')} className={css.categories}>
        <Link to={explorePath({ ...first, category: null })} {...current(search.category === null)}>
          {t('All')}
        </Link>
        {chosenFirst(search.category).map(({ code, name }) => (
          <Link
            key={code}
            to={explorePath({ ...first, category: code })}
            {...current(code === search.category)}
          >
            {t(name)}
          </Link>
        ))}
      </nav>
    </>
  )
}

function Pager({ search, pages }: { search: ExploreSearch; pages: number }) {
  if (pages <= 1 || search.page > pages) return null
  const to = (page: number) => explorePath({ ...search, page })
  return (
    <nav aria-label={t('Pages')} className={css.pager}>
      {search.page > 1 && (
        <ButtonLink to={to(search.page - 1)} rel="prev">
          {t('Previous')}
        </ButtonLink>
      )}
      <span>{t('Page {page} of {pages}', { page: search.page, pages })}</span>
      {search.page < pages && (
        <ButtonLink to={to(search.page + 1)} rel="next">
          {t('Next')}
        </ButtonLink>
      )}
    </nav>
  )
}

/**
 * The page that finds influencers and events: it has plain links and a form, so that it works without scripts and for
 * search engines.
 */
export function ExplorePage(props: ExplorePageProps) {
  const { search, count, pages, cards, busy, shieldOf, foundFor, problem, refetch } = props
  const events = search.kind === 'events'
  return (
    <div className={css.page}>
      <h1>{search.category ? t(categoryName(search.category)) : t('Explore')}</h1>
      <p className={css.lead}>
        {events ? t('Live events that you can watch.') : t('People you can talk to, one to one, by video.')}
      </p>
      <SearchForm search={search} />
      <Filters search={search} />
      <section aria-busy={busy} aria-labelledby="found" className={css.found}>
        <h2 id="found" className={css.count} aria-live="polite">
          {busy ? t('Looking …') : foundText({ search, count })}
        </h2>
        {busy ? (
          <ul className={css.grid}>
            {WAITING.map(index => (
              <ExploreCardWaiting key={index} />
            ))}
          </ul>
        ) : problem !== null ? (
          <LoadFailed problem={problem} retry={refetch} />
        ) : cards.length === 0 ? (
          <NothingFound search={search} />
        ) : (
          <ul className={css.grid} data-found-for={foundFor}>
            {cards.map((card, index) => (
              <ExploreCardItem
                key={card.kind === 'event' ? card.event.id : card.user.id}
                card={card}
                eager={index < EAGER}
                shield={shieldOf(card)}
              />
            ))}
          </ul>
        )}
        {!busy && <Pager search={search} pages={pages} />}
      </section>
    </div>
  )
}
