"""Which folders are packages: everything under focused_crawler, and `data` as one of them.

All else is in pyproject.toml. Deploying to scrapyd builds its egg through this file.
"""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["focused_crawler", "focused_crawler.*"]),
        "focused_crawler.data",
    ],
    package_dir={"focused_crawler.data": "data"},
)
