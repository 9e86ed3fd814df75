import { ProfilePage } from '../../../profile.jsx'

/** Cached, and rendered again at most once a second: a change is visible as soon as on the product's page. */
export const revalidate = 1
export const dynamicParams = true
export const generateStaticParams = () => []

export default async function Page({ params }) {
  return <ProfilePage username={(await params).username} />
}
