// For the page that the service worker shows if the server cannot be reached: loads the wanted page when it can.

const check = async () => {
  const answer = await fetch('/offline.html', {method: 'HEAD', cache: 'no-store'}).catch(() => null);
  if (answer?.ok) location.reload();
};

addEventListener('online', check);
setInterval(check, 5000);
