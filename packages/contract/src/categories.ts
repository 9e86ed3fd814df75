/** What an influencer talks about: a short fixed list, so that browsing needs no taxonomy. A code is never reused. */
export const CATEGORIES = [
  { code: 'advice', name: 'Advice' },
  { code: 'business', name: 'Business' },
  { code: 'company', name: 'Good company' },
  { code: 'creative', name: 'Art and design' },
  { code: 'entertainment', name: 'Entertainment' },
  { code: 'fashion', name: 'Fashion and beauty' },
  { code: 'fitness', name: 'Sport and fitness' },
  { code: 'food', name: 'Food' },
  { code: 'games', name: 'Games' },
  { code: 'health', name: 'Health' },
  { code: 'learning', name: 'Learning' },
  { code: 'music', name: 'Music' },
  { code: 'technology', name: 'Technology' },
  { code: 'travel', name: 'Travel' },
] as const

export type Category = (typeof CATEGORIES)[number]['code']

export const CATEGORY_CODES = CATEGORIES.map(({ code }) => code) as [Category, ...Category[]]

/** The category of a code; null for an unknown or former code. */
export function categoryOf(code: string | null | undefined): Category | null {
  return CATEGORIES.find(each => each.code === code)?.code ?? null
}

/** A category as people read it. */
export function categoryName(code: Category): string {
  return CATEGORIES.find(each => each.code === code)?.name ?? code
}
