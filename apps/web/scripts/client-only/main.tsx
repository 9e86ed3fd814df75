import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, useLoaderData, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startAuth } from '../../app/api/browser.ts'
import '../../app/theme/fonts.css'
import '../../app/theme/tokens.css'
import '../../app/theme/base.css'

/**
 * The product's pages, rendered only by the browser: one bundle for all pages, which loads data after it has started.
 */

interface PageModule {
  default: ComponentType<never>
}

const PAGES = import.meta.glob<PageModule>(['../../app/routes/*.tsx'], { eager: true })

function page(name: string): ComponentType {
  const Page = PAGES[`../../app/routes/${name}.tsx`]?.default as
    | ComponentType<{ loaderData: unknown; params: unknown }>
    | undefined
  if (!Page) throw new Error(`there is no page named ${name}`)
  return function WithData() {
    return <Page loaderData={useLoaderData()} params={useParams()} />
  }
}

const origin = location.origin
const answer = async (path: string) => (await fetch(path)).json()
const site = { paymentProvider: 'sandbox', publishableKey: '', origin, feePercent: 10, releaseAfterHours: 48 }

const pages: RouteObject[] = [
  { index: true, Component: page('landing') },
  { path: 'faq', Component: page('faq') },
  { path: 'terms', Component: page('terms') },
  { path: 'login', Component: page('login') },
  { path: 'signup/regular', Component: page('signup-regular') },
  { path: 'signup/influencer', Component: page('signup-influencer') },
  {
    path: 'profile/:username',
    Component: page('profile'),
    loader: async ({ params }) => ({ influencer: await answer(`/api/parley/${params.username}/`), origin }),
  },
  {
    path: 'live-event/:slug',
    Component: page('live-event'),
    loader: async ({ params }) => ({ event: await answer(`/api/parley/${params.slug}/event/`), origin }),
  },
  { path: 'my-account', Component: page('my-account') },
  { path: 'prepaid', Component: page('prepaid') },
]
const router = createBrowserRouter([
  {
    id: 'root',
    loader: () => ({ site }),
    HydrateFallback: () => null,
    children: [{ Component: page('site'), children: pages }],
  },
])

startAuth()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
