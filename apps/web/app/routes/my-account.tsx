export default function MyAccount() {
  return <h1>my-account</h1>
}
